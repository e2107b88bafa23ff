import { Link } from '@tanstack/react-router';

const LINKS = [
  { to: '/products', label: 'Shop' },
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
] as const;

/** The links of the frame as items of a list, in header, menu and footer. */
export const MainLinks = ({ className, onClick }: { className: string; onClick?: () => void }) =>
  LINKS.map(({ to, label }) => (
    <li key={to}>
      <Link to={to} onClick={onClick} className={className}>
        {label}
      </Link>
    </li>
  ));
