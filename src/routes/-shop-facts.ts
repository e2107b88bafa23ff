/** What a text needs to know of the shop; both come from the configuration. */
export type ShopFacts = { shopName: string; city: string };
