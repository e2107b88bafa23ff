import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { homeDescription } from '#brand/copy/shopping.ts';
import { CATALOG, categoriesQuery, featuredQuery } from '#domains/catalog/products/ui/product.queries.ts';
import { HeroCarousel } from '#domains/content/ui/hero-carousel.tsx';
import { activeSlidesQuery } from '#domains/content/ui/slide.queries.ts';
import { LazyPromotionPopup } from '#domains/promotions/ui/lazy-promotion-popup.tsx';
import { activePromotionsQuery } from '#domains/promotions/ui/promotion.queries.ts';
import { useShop } from '#shared/shop-context.tsx';
import { ClosingCall } from '../-frame/closing-call.tsx';
import { ClothIndex } from '../-frame/cloth-index.tsx';
import { FeaturedProducts } from '../-frame/featured-products.tsx';
import { shopJsonLd, siteJsonLd } from '../-frame/shop-contact.ts';
import { WelcomeBanner } from '../-frame/welcome-banner.tsx';
import { pageHead, shopOf } from '../-head.ts';
import { useShopLive } from '../-live.ts';

export const Route = createFileRoute('/_shop/')({
  loader: async ({ context: { api, queryClient } }) => {
    await Promise.all([
      queryClient.query({ ...activeSlidesQuery(api), staleTime: 'static' }),
      queryClient.query({ ...featuredQuery(api), staleTime: 'static' }),
      queryClient.query({ ...activePromotionsQuery(api), staleTime: 'static' }),
      queryClient.query({ ...categoriesQuery(api), staleTime: 'static' }),
    ]);
  },
  head: ({ matches }) => {
    const shop = shopOf(matches);
    return pageHead({
      shop,
      title: shop?.name ?? '',
      description: shop ? homeDescription({ shopName: shop.name, city: shop.city }, shop.tagline) : '',
      path: '/',
      jsonLd: shop ? [siteJsonLd(shop), shopJsonLd(shop)] : [],
    });
  },
  component: Home,
});

function Home() {
  useShopLive('catalog', CATALOG);
  const { api } = Route.useRouteContext();
  const shop = useShop();
  const { data: slides } = useSuspenseQuery(activeSlidesQuery(api));
  const { data: featured } = useSuspenseQuery(featuredQuery(api));
  const { data: active } = useSuspenseQuery(activePromotionsQuery(api));
  const { data: categories } = useSuspenseQuery(categoriesQuery(api));
  return (
    <>
      <h1>
        <span className="sr-only">{shop.tagline ? `${shop.name}. ${shop.tagline}` : shop.name}</span>
      </h1>
      <div className="-mt-16 lg:-mt-18">
        {slides.length > 0 ? <HeroCarousel slides={slides} /> : <WelcomeBanner />}
      </div>
      <FeaturedProducts products={featured} today={active.today} />
      <ClothIndex categories={categories} />
      <ClosingCall />
      <LazyPromotionPopup promotions={active.promotions} />
    </>
  );
}
