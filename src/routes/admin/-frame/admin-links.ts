import {
  CalendarRange,
  FolderTree,
  History,
  Images,
  KeyRound,
  LayoutDashboard,
  Link2,
  Mail,
  MailWarning,
  MessageCircleQuestion,
  Percent,
  ReceiptText,
  ScrollText,
  Search,
  Shirt,
  Stethoscope,
  Upload,
  UsersRound,
  Webhook,
} from 'lucide-react';

/** The screens of the back office, in menu order. */
export const adminLinks = [
  { to: '/admin/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/admin/orders', label: 'Orders', icon: ReceiptText },
  { to: '/admin/messages', label: 'Messages', icon: Mail },
  { to: '/admin/products', label: 'Products', icon: Shirt },
  { to: '/admin/categories', label: 'Categories', icon: FolderTree },
  { to: '/admin/promotions', label: 'Promotions', icon: Percent },
  { to: '/admin/searches', label: 'Searches', icon: Search },
  { to: '/admin/hero-slides', label: 'Hero slides', icon: Images },
  { to: '/admin/link-preview', label: 'Link preview', icon: Link2 },
  { to: '/admin/history', label: 'History', icon: History },
] as const;

/** Additional screens for super admins. */
export const ownerLinks = [
  { to: '/admin/users', label: 'Users', icon: UsersRound },
  { to: '/admin/audit-log', label: 'Audit log', icon: ScrollText },
  { to: '/admin/mail', label: 'Undelivered mail', icon: MailWarning },
  { to: '/admin/api-keys', label: 'API keys', icon: KeyRound },
  { to: '/admin/webhooks', label: 'Webhooks', icon: Webhook },
  { to: '/admin/doctor', label: 'Doctor', icon: Stethoscope },
] as const;

/** Screens that stand on others and not in the side menu, only in the command menu. */
export const innerLinks = [
  { to: '/admin/orders/check', label: 'Check a message', icon: MessageCircleQuestion },
  { to: '/admin/products/create', label: 'New product', icon: Shirt },
  { to: '/admin/products', search: { tab: 'bulk' }, label: 'Bulk Upload', icon: Upload },
  { to: '/admin/promotions/calendar', label: 'Promotion calendar', icon: CalendarRange },
] as const;
