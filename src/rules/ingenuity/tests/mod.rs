//! What the play scripts do not show.
