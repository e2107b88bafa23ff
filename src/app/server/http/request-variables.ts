/** What one request carries through the Hono application. */
export interface RequestVariables {
  requestId: string;
  /** The client's, from the socket or a trusted proxy. */
  address: string;
}
