/** The shop's details used in texts; both come from the configuration. */
export type ShopFacts = { shopName: string; city: string };
