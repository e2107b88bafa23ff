/** What an API key may be allowed; each operation names the one that it requires (RouteOptions.scope). */
export const SCOPES = ['orders:read', 'orders:write', 'products:read', 'products:write'] as const;
export type Scope = (typeof SCOPES)[number];
