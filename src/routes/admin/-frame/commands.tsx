import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ExternalLink, Keyboard, KeyRound, Percent, ReceiptText, Shirt, UserRound, Zap } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { type Command, type CommandGroup, CommandMenu } from '#design/command-menu.tsx';
import type { Profile } from '#domains/accounts/contract.ts';
import { STATUS_LABELS } from '#domains/orders/order.ts';
import type { Found } from '#domains/search/contract.ts';
import { anythingQuery, type SearchApi } from '#domains/search/ui/admin/search.queries.ts';
import { useApi } from '#shared/api.tsx';
import { closeText } from '#shared/close-words.ts';
import { fold, wordsOf } from '#shared/words.ts';
import { adminLinks, innerLinks, ownerLinks } from './admin-links.ts';
import { actionsOnScreen, type ScreenAction } from './screen-actions.ts';
import { ShortcutList } from './shortcut-list.tsx';
import { useShortcuts } from './use-shortcuts.ts';

/** Debounce of the search, ms. */
const DEBOUNCE_MS = 150;
/** The shortest text that the server searches for. */
const SHORTEST = 2;

/** The command menu and the list of keys. Render `dialogs`; `open` opens the menu. */
export function useCommands(user: Profile): { open: () => void; dialogs: ReactNode } {
  const [shown, setShown] = useState<'menu' | 'keys'>();
  const [actions, setActions] = useState<ScreenAction[]>([]);
  const open = () => {
    setActions(actionsOnScreen());
    setShown('menu');
  };
  const keys = useShortcuts({
    onMenu: () => (shown === 'menu' ? setShown(undefined) : open()),
    onKeys: () => setShown('keys'),
  });
  const close = () => setShown(undefined);
  const dialogs = (
    <>
      {shown === 'menu' ? (
        <Menu user={user} actions={actions} onClose={close} onKeys={() => setShown('keys')} />
      ) : null}
      <ShortcutList
        open={shown === 'keys'}
        onOpenChange={close}
        hasSingleKeys={keys.hasSingleKeys}
        onSingleKeys={keys.setSingleKeys}
      />
    </>
  );
  return { open, dialogs };
}

interface MenuProps {
  user: Profile;
  actions: readonly ScreenAction[];
  onClose: () => void;
  onKeys: () => void;
}

function Menu({ user, actions, onClose, onKeys }: MenuProps) {
  const [text, setText] = useState('');
  const [searched, setSearched] = useState('');
  const wanted = text.trim();
  useEffect(() => {
    const timer = setTimeout(() => setSearched(wanted), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const isSearch = searched.length >= SHORTEST && wanted.length >= SHORTEST;
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...anythingQuery(useApi<SearchApi>(), searched),
    enabled: isSearch,
    // Those results of the text before that fit the new one stay until its own arrive.
    placeholderData: (before) => before,
  });
  const screens = useScreens(user, onKeys);
  const onScreen = actions.map(
    ({ label, run }, at): Command => ({ id: `action-${at}`, label, icon: <Zap />, onSelect: run }),
  );
  const isElsewhere = ({ label }: Command) => !onScreen.some((one) => fold(one.label) === fold(label));
  const isOld = isPlaceholderData || wanted !== searched;
  const results = useResults(isSearch ? data : undefined).map(({ title, commands }) => ({
    title,
    commands: isOld ? commands.filter(matches(wanted)) : commands,
  }));
  const groups = [
    { title: 'On this screen', commands: onScreen.filter(matches(wanted)) },
    ...results,
    { title: 'Screens', commands: screens.filter(matches(wanted)).filter(isElsewhere) },
  ];
  const isBusy = wanted.length >= SHORTEST && (isFetching || wanted !== searched);
  const isEmpty = groups.every(({ commands }) => commands.length === 0);
  return (
    <CommandMenu
      open
      onOpenChange={onClose}
      label="Search or choose a command"
      text={text}
      onText={setText}
      groups={groups}
      busy={isBusy}
      note={
        isSearch && error
          ? 'The search failed. Please check your connection and try again.'
          : isEmpty && !isBusy
            ? `Nothing is called “${wanted}”.`
            : undefined
      }
    />
  );
}

/** Whether each word begins a word of the label or of what is beside it. */
const matches = (text: string) => {
  const words = wordsOf(text.replaceAll('#', ' '));
  return ({ label, detail = '' }: Command) => {
    const shown = ` ${fold(`${label} ${detail}`)}`.replaceAll('#', '');
    return words.every((word) => shown.includes(` ${word}`));
  };
};

function useScreens(user: Profile, onKeys: () => void): Command[] {
  const navigate = useNavigate();
  const links = user.role === 'super_admin' ? [...adminLinks, ...ownerLinks] : adminLinks;
  return [
    ...[...links, ...innerLinks].map(
      ({ icon: Icon, label, ...link }): Command => ({
        id: 'search' in link ? `${link.to}-${link.search.tab}` : link.to,
        label,
        icon: <Icon aria-hidden="true" />,
        onSelect: () => void navigate(link),
      }),
    ),
    {
      id: 'shop',
      label: 'View the shop',
      icon: <ExternalLink aria-hidden="true" />,
      onSelect: () => void navigate({ to: '/' }),
    },
    {
      id: 'security',
      label: 'Sign-in and security',
      icon: <KeyRound aria-hidden="true" />,
      onSelect: () => void navigate({ to: '/account/security' }),
    },
    { id: 'keys', label: 'Keyboard shortcuts', icon: <Keyboard aria-hidden="true" />, onSelect: onKeys },
  ];
}

/** What the server found, as commands that show it. */
function useResults(found: Found | undefined): CommandGroup[] {
  const navigate = useNavigate();
  if (!found) return [];
  const { orders, products, close, customers, promotions, closePromotions } = found;
  // A product can be close to two words.
  const productCommands = (list: Found['products'], group = '') =>
    list.map(({ id, name }) => ({
      id: `${group}${id}`,
      label: name,
      icon: <Shirt aria-hidden="true" />,
      onSelect: () => void navigate({ to: '/admin/products/$id', params: { id } }),
    }));
  const promotionCommands = (list: Found['promotions']) =>
    list.map(({ id, name, code }) => ({
      id,
      label: name,
      detail: code,
      icon: <Percent aria-hidden="true" />,
      onSelect: () => void navigate({ to: '/admin/promotions', search: { search: code } }),
    }));
  const meant = [
    ...close.map(({ word, by, products }, at) => ({
      title: closeText(word, by),
      commands: productCommands(products, `close-${at}-`),
    })),
    ...closePromotions.map(({ word, by, promotions }) => ({
      title: closeText(word, by),
      commands: promotionCommands(promotions),
    })),
  ];
  return [
    {
      title: 'Orders',
      commands: orders.map(({ id, orderNumber, customerName, status }) => ({
        id,
        label: `#${orderNumber} · ${customerName}`,
        detail: STATUS_LABELS[status],
        icon: <ReceiptText aria-hidden="true" />,
        onSelect: () => void navigate({ to: '/admin/orders/$id', params: { id } }),
      })),
    },
    {
      title: 'Customers',
      commands: customers.map(({ id, name, email }) => ({
        id,
        label: name,
        detail: email,
        icon: <UserRound aria-hidden="true" />,
        onSelect: () => void navigate({ to: '/admin/customers/$id', params: { id } }),
      })),
    },
    { title: 'Products', commands: productCommands(products) },
    { title: 'Promotions', commands: promotionCommands(promotions) },
    ...[...Map.groupBy(meant, ({ title }) => title)].map(([title, groups]) => ({
      title,
      commands: groups.flatMap(({ commands }) => commands),
    })),
  ];
}
