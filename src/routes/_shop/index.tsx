import { createFileRoute } from '@tanstack/react-router';
import { useShop } from '#shared/shop-context.tsx';

export const Route = createFileRoute('/_shop/')({ component: Home });

function Home() {
  return <h1>{useShop().name}</h1>;
}
