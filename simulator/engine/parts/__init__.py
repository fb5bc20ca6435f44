"""Parts that more than one game uses. Each holds only what they share, and no noun of any of them."""
