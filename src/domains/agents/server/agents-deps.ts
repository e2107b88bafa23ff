import type { ContractRouterClient } from '@orpc/contract';
import type { Database } from '#db/client.ts';
import type { catalogContract } from '#domains/catalog/contract.ts';
import type { FeedShop } from '#domains/catalog/feeds/feed-item.ts';

type Catalog = ContractRouterClient<typeof catalogContract>;

export interface AgentsDeps {
  /** The public reads of the catalogue, as a visitor. */
  catalog: Pick<Catalog, 'listProducts' | 'getProducts'>;
  /** A category and its descendants by its slug, old slug or name, as lists resolve it; none if unknown. */
  categoryIdsOf(text: string): Promise<readonly string[]>;
  database: Pick<Database, 'web'>;
  shop: FeedShop;
}

/** An operation that cannot be done; both bindings answer it as an error of their transport. */
export class UcpRefusal extends Error {
  override readonly name = 'UcpRefusal';
  readonly code: string;
  readonly status: 400 | 409;

  constructor(code: string, content: string, status: 400 | 409 = 400) {
    super(content);
    this.code = code;
    this.status = status;
  }
}
