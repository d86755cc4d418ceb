// The page helper owns this file.
