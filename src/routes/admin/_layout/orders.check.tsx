import { createFileRoute } from '@tanstack/react-router';
import { CheckMessageScreen } from '#domains/orders/message/ui/admin/check-message-screen.tsx';
import { adminHead } from '../-admin-head.ts';
import { HeadingBelowList } from './-back-to-list.tsx';

export const Route = createFileRoute('/admin/_layout/orders/check')({
  head: adminHead('Check a message'),
  component: () => (
    <div className="mx-auto grid max-w-4xl gap-6">
      <HeadingBelowList name="orders" title="Check a message" />
      <CheckMessageScreen />
    </div>
  ),
});
