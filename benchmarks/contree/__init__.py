"""The package `colver`, belote contrée in Rust (MIT): a second opinion and a rival."""
