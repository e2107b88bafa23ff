import type { ContractRouterClient } from '@orpc/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#design/button.tsx';
import { EVENTS } from '#shared/account-events.ts';
import { useApi } from '#shared/api.tsx';
import { fullTime } from '#shared/dates.ts';
import { useShop } from '#shared/shop-context.tsx';
import { deviceOf } from '#shared/user-agent.ts';
import { reasonOf, sentenceOf } from '../../activity.ts';
import type { ActivityEvent, auditLogContract } from '../../audit-log.contract.ts';
import { LoadingRows, SecuritySection } from './security-section.tsx';

/** Number of events before 'show all'. */
const FIRST = 5;

/** 'Lagos', of Africa/Lagos. */
const placeOf = (timeZone: string) => (timeZone.split('/').at(-1) ?? '').replaceAll('_', ' ');

/** Sign-ins, refusals and changes, so that users notice what they did not do themselves. */
export function ActivitySection() {
  const { auditLog } = useApi<{ auditLog: ContractRouterClient<typeof auditLogContract> }>();
  const { timeZone } = useShop();
  const query = useQuery({
    queryKey: ['account', 'activity'],
    queryFn: ({ signal }) => auditLog.recentActivity(undefined, { signal }),
    staleTime: 0,
  });
  const [isWhole, setWhole] = useState(false);
  return (
    <SecuritySection
      title="Recent activity"
      about={`What happened to your account, newest first. The times are ${placeOf(timeZone)} time.`}
      query={query}
      failed="Your recent activity could not be loaded"
      loading={<LoadingRows label="Loading recent activity" rows={3} className="h-12" />}
    >
      {(events) =>
        events.length === 0 ? (
          <p>Nothing yet: what happens from now on appears here.</p>
        ) : (
          <>
            <ul className="border-t">
              {(isWhole ? events : events.slice(0, FIRST)).map((event) => (
                <Activity key={event.id} event={event} timeZone={timeZone} />
              ))}
            </ul>
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
              <p className="max-w-prose text-muted-foreground text-sm">
                Was one of these not you? Please change your password and sign out all other devices.
              </p>
              {events.length > FIRST && !isWhole ? (
                <Button variant="outline" size="sm" className="min-h-11" onClick={() => setWhole(true)}>
                  Show all {events.length}
                </Button>
              ) : null}
            </div>
          </>
        )
      }
    </SecuritySection>
  );
}

function Activity({ event, timeZone }: { event: ActivityEvent; timeZone: string }) {
  const isFailure = (EVENTS as Record<string, string>)[event.kind] === 'failure';
  const reason = reasonOf(event);
  const from = [event.userAgent && deviceOf(event.userAgent), event.ipAddress].filter(Boolean);
  return (
    <li className="grid gap-0.5 border-b py-3">
      <p className={isFailure ? 'font-semibold text-warning' : 'font-semibold'}>
        {sentenceOf(event)}
        {reason ? (
          <span className="font-normal">: {reason.charAt(0).toLowerCase() + reason.slice(1)}</span>
        ) : null}
      </p>
      <p className="wrap-anywhere text-muted-foreground text-sm">
        {[...from, fullTime(new Date(event.at), timeZone)].join(' · ')}
      </p>
    </li>
  );
}
