import { useQuery } from '@tanstack/react-query';
import { useApi } from '#shared/api.tsx';
import { countText } from '#shared/plural.ts';
import { type AssignmentApi, inPromotionQuery } from './assignment.queries.ts';

/** The effect of deleting a promotion on its products, with their number once it is loaded. */
export function DeletionNote({ promotionId }: { promotionId: string }) {
  const api = useApi<AssignmentApi>();
  const { data } = useQuery(inPromotionQuery(api, promotionId, 1));
  if (!data) return 'Its products leave it and cost their list price again.';
  if (data.total === 0) return 'No product is in it.';
  return `${countText(data, 'product leaves it and costs its', 'products leave it and cost their')} list price again.`;
}
