"""The Rust package `colver` (belote contrée, MIT) as reference solver and opponent."""
