import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { AccountMenu } from '#domains/accounts/ui/account-menu.tsx';
import { activePromotionsQuery, type PromotionsApi } from '#domains/promotions/ui/promotion.queries.ts';
import { PromotionBanner } from '#domains/promotions/ui/promotion-banner.tsx';
import { useApi } from '#shared/api.tsx';
import { Footer } from '../-frame/footer.tsx';
import { Header } from '../-frame/header.tsx';
import { PreviewRibbon } from '../-frame/preview-ribbon.tsx';
import { QueueSlot } from '../-frame/queue-slot.tsx';
import { useServiceWorker } from '../-frame/use-service-worker.ts';

export const Route = createFileRoute('/_shop')({
  // Every page needs its frame: a separate chunk would only load later.
  codeSplitGroupings: [],
  loader: ({ context }) => {
    // A failure is ignored: the shop works without promotions.
    const promotions = context.queryClient.query(activePromotionsQuery(context.api)).catch(() => undefined);
    // In the browser no page waits for the banner.
    return import.meta.env.SSR ? promotions : undefined;
  },
  component: ShopFrame,
});

function ShopFrame() {
  useServiceWorker();
  const preview = Route.useRouteContext({ select: (context) => context.preview });
  const { data } = useQuery(activePromotionsQuery(useApi<PromotionsApi>()));
  return (
    <>
      <PromotionBanner promotions={data?.promotions ?? []} />
      {/* Above the header, below which the slides of the front page lie. */}
      <QueueSlot />
      <Header account={<AccountMenu />} />
      <main id="main" tabIndex={-1} className="min-h-[70svh]">
        <Outlet />
      </main>
      <Footer year={data ? Number(data.today.slice(0, 4)) : undefined} />
      {preview ? <PreviewRibbon preview={preview} /> : null}
    </>
  );
}
