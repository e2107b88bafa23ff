import { useQuery } from '@tanstack/react-query';
import { useApi } from '#shared/api.tsx';
import { type AssignmentApi, inPromotionQuery } from '../../../assignment/ui/admin/assignment.queries.ts';

/** The effect of deleting a promotion on its products, with their number once it is loaded. */
export function DeletionNote({ promotionId }: { promotionId: string }) {
  const api = useApi<AssignmentApi>();
  const { data } = useQuery(inPromotionQuery(api, promotionId, 1));
  if (!data) return 'Its products leave it and cost their list price again.';
  if (data.total === 0) return 'No product is in it.';
  if (data.total === 1) return '1 product leaves it and costs its list price again.';
  const count = `${data.total.toLocaleString('en')}${data.capped ? '+' : ''}`;
  return `${count} products leave it and cost their list price again.`;
}
