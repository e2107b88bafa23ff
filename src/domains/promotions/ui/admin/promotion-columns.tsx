import { Eye, MoreVertical, PackagePlus, Pencil, Trash2 } from 'lucide-react';
import { Button } from '#design/button.tsx';
import type { Column } from '#design/data-table.tsx';
import { Menu, MenuItem } from '#design/menu.tsx';
import type { PromotionRecord } from '../../contract.ts';
import { dayWithYear, valueText, WindowBadge } from './promotion-terms.tsx';

interface Does {
  onEdit: (promotion: PromotionRecord) => void;
  onDelete: (promotion: PromotionRecord) => void;
  onView: (promotion: PromotionRecord) => void;
  onAssign: (promotion: PromotionRecord) => void;
}

/** The table's columns; which rows run is seen from `today`. */
export function promotionColumns({
  today,
  currency,
  ...does
}: Does & { today: string; currency: string }): Column<PromotionRecord>[] {
  return [
    {
      id: 'name',
      header: 'Title',
      chief: true,
      sortable: true,
      cell: (promotion) => (
        <span className="grid gap-0.5">
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="min-w-0 break-words">{promotion.name}</span>
            <WindowBadge promotion={promotion} today={today} />
          </span>
          {promotion.tagLine ? (
            <span className="font-normal text-base text-muted-foreground sm:text-sm">
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
      cell: ({ code }) => (
        <span className="break-all border border-input border-dashed px-2 py-0.5 font-semibold tracking-wide">
          {code}
        </span>
      ),
    },
    {
      id: 'type',
      header: 'Type',
      cell: ({ promotionType }) => promotionType.toUpperCase(),
    },
    {
      id: 'value',
      header: 'Value',
      cell: (promotion) => (
        <span className="whitespace-nowrap font-semibold tabular-nums">{valueText(promotion, currency)}</span>
      ),
    },
    {
      id: 'start',
      header: 'Start',
      sortable: true,
      cell: ({ startDate }) => <Day day={startDate} />,
    },
    {
      id: 'end',
      header: 'End',
      sortable: true,
      cell: ({ endDate }) => <Day day={endDate} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      bare: true,
      align: 'end',
      className: 'sm:w-16',
      cell: (promotion) => <RowMenu promotion={promotion} {...does} />,
    },
  ];
}

const Day = ({ day }: { day: string }) => (
  <time dateTime={day} className="whitespace-nowrap tabular-nums">
    {dayWithYear(day)}
  </time>
);

function RowMenu({ promotion, onEdit, onDelete, onView, onAssign }: Does & { promotion: PromotionRecord }) {
  return (
    <Menu
      trigger={
        <Button
          variant="outline"
          className="w-full sm:w-11 sm:border-0 sm:p-0"
          aria-label={`Actions for ${promotion.name}`}
        >
          <span aria-hidden="true" className="sm:hidden">
            Actions
          </span>
          <MoreVertical aria-hidden="true" className="hidden sm:block" />
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
