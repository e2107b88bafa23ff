/** Variables of one request in the Hono application. */
export interface RequestVariables {
  requestId: string;
  /** The client's IP address, from the socket or a trusted proxy. */
  address: string;
}
