import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/_shop/cart')({
  beforeLoad: () => {
    throw redirect({ to: '/wishlist', statusCode: 308, replace: true });
  },
});
