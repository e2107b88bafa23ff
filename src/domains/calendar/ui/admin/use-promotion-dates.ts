import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useOperation } from '#design/use-operation.ts';
import type { PromotionRecord } from '#domains/promotions/contract.ts';
import type { Dates } from '../../calendar-days.ts';
import type { CalendarPromotion } from '../../contract.ts';
import { moveMessages } from '../../messages.ts';
import { CALENDAR, type Calendar, useCalendarApi, useCalendarChanged } from './calendar.queries.ts';
import { datesText } from './calendar-text.ts';

/** Presses of a key within this time are saved together, ms. */
const PAUSE_MS = 800;

const isSame = (one: Dates, other: Dates) =>
  one.startDate === other.startDate && one.endDate === other.endDate;

/**
 * The days of promotions while they are moved. `move` shows them at once and saves them by the operation of the form, with
 * the version that was read; `save` does not wait for further moves. What is dragged is saved when it is dropped.
 */
export function usePromotionDates(shown: readonly CalendarPromotion[]) {
  const { promotions } = useCalendarApi();
  const queryClient = useQueryClient();
  const changed = useCalendarChanged();
  const [drafts, setDrafts] = useState<Readonly<Record<string, Dates>>>({});
  const timers = useRef(new Map<string, number>());
  const saving = useRef(new Set<string>());
  const dragged = useRef(new Set<string>());
  /** The newest state, for timers. */
  const latest = useRef({ drafts, shown });
  latest.current = { drafts: latest.current.drafts, shown };

  const setDraft = (id: string, dates: Dates | undefined) => {
    const { [id]: _, ...others } = latest.current.drafts;
    latest.current.drafts = dates ? { ...others, [id]: dates } : others;
    setDrafts(latest.current.drafts);
  };
  const operation = useOperation({
    mutationFn: ({ promotion, dates }: { id: string; promotion: PromotionRecord; dates: Dates }) => {
      const { id, version, name, description, tagLine, code, promotionType, promotionValue } = promotion;
      const fields = { name, description, tagLine, code, promotionType, promotionValue };
      return promotions.updatePromotion({ id, version, ...fields, ...dates });
    },
    messages: moveMessages,
    successMessage: (saved) => `${saved.name}: ${datesText(saved)}`,
    onSuccess: (saved) => {
      saving.current.delete(saved.id);
      const replaced = (one: CalendarPromotion) => (one.id === saved.id ? { ...one, ...saved } : one);
      queryClient.setQueriesData<Calendar>(
        { queryKey: [...CALENDAR, 'weeks'] },
        (calendar) => calendar && { ...calendar, promotions: calendar.promotions.map(replaced) },
      );
      latest.current.shown = latest.current.shown.map(replaced);
      const draft = latest.current.drafts[saved.id];
      // Moved again during the save.
      if (draft && !isSame(draft, saved)) return save(saved.id);
      setDraft(saved.id, undefined);
      void changed();
    },
    onError: (_, { id }) => {
      saving.current.delete(id);
      setDraft(id, undefined);
      void changed();
    },
  });

  function stopTimer(id: string): void {
    window.clearTimeout(timers.current.get(id));
    timers.current.delete(id);
  }

  function save(id: string): void {
    stopTimer(id);
    const promotion = latest.current.shown.find((one) => one.id === id);
    const dates = latest.current.drafts[id];
    if (!promotion || !dates || saving.current.has(id) || dragged.current.has(id)) return;
    if (isSame(promotion, dates)) {
      setDraft(id, undefined);
    } else {
      saving.current.add(id);
      operation.mutate({ id, promotion, dates });
    }
  }

  // What was moved just before the screen is left is saved.
  const saveRef = useRef(save);
  saveRef.current = save;
  useEffect(() => {
    const waiting = timers.current;
    return () => {
      for (const id of [...waiting.keys()]) saveRef.current(id);
    };
  }, []);

  return {
    datesOf: (promotion: CalendarPromotion): Dates => drafts[promotion.id] ?? promotion,
    move(id: string, dates: Dates) {
      setDraft(id, dates);
      stopTimer(id);
      timers.current.set(
        id,
        window.setTimeout(() => saveRef.current(id), PAUSE_MS),
      );
    },
    save,
    /** Shows days that are saved by `drop` only. */
    drag(id: string, dates: Dates) {
      stopTimer(id);
      dragged.current.add(id);
      setDraft(id, dates);
    },
    drop(id: string, dates: Dates) {
      dragged.current.delete(id);
      setDraft(id, dates);
      save(id);
    },
  };
}
export type PromotionDates = ReturnType<typeof usePromotionDates>;
