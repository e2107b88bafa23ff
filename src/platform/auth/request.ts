import type { GenericEndpointContext } from 'better-auth';

/** Set from the socket by `handler`; a value in the request is overwritten. */
export const IP_ADDRESS_HEADER = 'x-aso-client-address';

export const ipAddressOf = (ctx: GenericEndpointContext) => ctx.headers?.get(IP_ADDRESS_HEADER) ?? '';

/** The email in a request's body, '' without one. */
export const emailOf = (ctx: GenericEndpointContext) =>
  typeof ctx.body?.email === 'string' ? ctx.body.email.trim().toLowerCase() : '';
