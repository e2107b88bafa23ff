import { Eye, MoreVertical, PackagePlus, Pencil, Trash2 } from 'lucide-react';
import { Button } from '#design/button.tsx';
import { cn } from '#design/cn.ts';
import { actionsColumn, type Column } from '#design/data-table.tsx';
import { Menu, MenuItem } from '#design/menu.tsx';
import { PresenceBadge } from '#design/presence.tsx';
import { ShareButton } from '#design/share-button.tsx';
import { dayText } from '#shared/dates.ts';
import type { PromotionRecord } from '../../contract.ts';
import { isActiveOn } from '../../price.ts';
import { dayWithYear, ValueText, WindowBadge } from './promotion-terms.tsx';

interface Actions {
  onEdit: (promotion: PromotionRecord) => void;
  onDelete: (promotion: PromotionRecord) => void;
  onView: (promotion: PromotionRecord) => void;
  onAssign: (promotion: PromotionRecord) => void;
}

/** '14 Dec', for narrow columns. */
const SHORT_DAY = { month: 'short' } as const;

/** On a card, this is in a line of its first cell. */
const ONLY_IN_TABLE = 'max-md:hidden';

/** Characters of a code that stay in one line. */
const USUAL_CODE = 14;

/** The table's columns; `today` decides which rows are active. */
export function promotionColumns({
  today,
  ...actions
}: Actions & { today: string }): Column<PromotionRecord>[] {
  return [
    {
      id: 'name',
      header: 'Title',
      chief: true,
      sortable: true,
      className: 'max-md:col-span-1',
      cell: (promotion) => (
        <span className="grid gap-0.5 max-md:leading-5 md:min-w-24">
          <span title={promotion.name} className="min-w-0 max-md:truncate md:break-words">
            {promotion.name}
          </span>
          {/* A card shows in two lines what the table has columns for. */}
          <span className="flex gap-x-2 whitespace-nowrap text-[0.8125rem] md:hidden">
            <span className="min-w-0 truncate">{promotion.code}</span>
            <Value promotion={promotion} />
          </span>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-normal text-[0.8125rem] text-muted-foreground">
            <WindowBadge promotion={promotion} today={today} />
            <span className="whitespace-nowrap md:hidden">
              {dayText(promotion.startDate, SHORT_DAY)}–{dayText(promotion.endDate, SHORT_DAY)}
            </span>
            <span className="max-md:hidden xl:hidden">
              <Value promotion={promotion} />
            </span>
          </span>
          <PresenceBadge kind="promotion" id={promotion.id} className="max-md:py-0 md:max-w-52" />
          {promotion.tagLine ? (
            <span className="font-normal text-muted-foreground text-sm max-md:hidden">
              {promotion.tagLine}
            </span>
          ) : null}
        </span>
      ),
    },
    {
      id: 'code',
      header: 'Code',
      sortable: true,
      className: ONLY_IN_TABLE,
      cell: ({ code }) => (
        // A usual code stays in one line where there is room; a very long one breaks.
        <span
          className={cn(
            'block min-w-24 break-all',
            code.length > USUAL_CODE ? 'md:min-w-40' : 'md:whitespace-nowrap',
          )}
        >
          <span className="border border-input border-dashed px-2 py-0.5 font-semibold text-sm tracking-wide">
            {code}
          </span>
        </span>
      ),
    },
    {
      id: 'type',
      header: 'Type',
      wide: true,
      cell: ({ promotionType }) => (
        <span className="whitespace-nowrap text-sm">{promotionType.toUpperCase()}</span>
      ),
    },
    {
      id: 'value',
      header: 'Value',
      wide: true,
      cell: (promotion) => <Value promotion={promotion} />,
    },
    {
      id: 'start',
      header: 'Start',
      sortable: true,
      className: ONLY_IN_TABLE,
      cell: ({ startDate }) => <Day day={startDate} />,
    },
    {
      id: 'end',
      header: 'End',
      sortable: true,
      className: ONLY_IN_TABLE,
      cell: ({ endDate }) => <Day day={endDate} />,
    },
    actionsColumn(
      (promotion) => (
        <div className="flex justify-end">
          {isActiveOn(promotion, today) ? (
            <ShareButton
              shared={{ kind: 'promotion', code: promotion.code }}
              name={promotion.name}
              text={`${promotion.name}, until ${dayText(promotion.endDate)}`}
            />
          ) : null}
          <RowMenu promotion={promotion} {...actions} />
        </div>
      ),
      { className: 'max-md:col-span-1 md:w-25' },
    ),
  ];
}

/** '15%' or '₦5,000.00', in one line. */
const Value = ({ promotion }: { promotion: PromotionRecord }) => (
  <span className="whitespace-nowrap font-semibold text-foreground tabular-nums">
    <ValueText promotion={promotion} />
  </span>
);

const Day = ({ day }: { day: string }) => (
  <time dateTime={day} className="whitespace-nowrap text-sm tabular-nums">
    {dayWithYear(day)}
  </time>
);

function RowMenu({
  promotion,
  onEdit,
  onDelete,
  onView,
  onAssign,
}: Actions & { promotion: PromotionRecord }) {
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label={`Actions for ${promotion.name}`}>
          <MoreVertical aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => onEdit(promotion)}>
        Edit
      </MenuItem>
      <MenuItem icon={<Eye aria-hidden="true" />} onSelect={() => onView(promotion)}>
        View Products
      </MenuItem>
      <MenuItem icon={<PackagePlus aria-hidden="true" />} onSelect={() => onAssign(promotion)}>
        Assign Products
      </MenuItem>
      <MenuItem icon={<Trash2 aria-hidden="true" />} tone="danger" onSelect={() => onDelete(promotion)}>
        Delete
      </MenuItem>
    </Menu>
  );
}
