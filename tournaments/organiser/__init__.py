"""What all pages of organisers and directors share: who may open them, their frame, their forms."""
