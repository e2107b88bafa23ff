import { useQuery } from '@tanstack/react-query';
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router';
import { categoriesQuery } from '#domains/catalog/products/ui/product.queries.ts';
import { LinkPreviewScreen } from '#domains/content/ui/admin/link-preview-screen.tsx';
import { activePromotionsQuery } from '#domains/promotions/ui/promotion.queries.ts';
import { sharedPath } from '#shared/share-image.ts';
import { adminHead } from '../-admin-head.ts';

export const Route = createFileRoute('/admin/_layout/link-preview')({
  validateSearch: (raw: { page?: string } & SearchSchemaInput): { page?: string } => ({
    page: typeof raw.page === 'string' ? raw.page.slice(0, 2_000) || undefined : undefined,
  }),
  head: adminHead('Link preview'),
  component: LinkPreview,
});

const PAGES = [
  { path: '/', name: 'Home page' },
  { path: '/products', name: 'The shop' },
  { path: '/about', name: 'About' },
  { path: '/contact', name: 'Contact' },
];

function LinkPreview() {
  const { page = '/' } = Route.useSearch();
  const { api } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  const { data: categories = [] } = useQuery(categoriesQuery(api));
  const { data: active } = useQuery(activePromotionsQuery(api));
  const pages = [
    ...PAGES,
    ...(active?.promotions ?? []).map(({ code, name }) => ({
      path: sharedPath({ kind: 'promotion', code }),
      name: `Promotion: ${name}`,
    })),
    ...categories.map(({ slug, name }) => ({ path: sharedPath({ kind: 'category', slug }), name })),
  ];
  return (
    <LinkPreviewScreen
      page={page}
      pages={pages}
      onShow={(next) => void navigate({ search: { page: next } })}
    />
  );
}
