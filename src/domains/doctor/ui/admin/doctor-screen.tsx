import { useQuery } from '@tanstack/react-query';
import { Button } from '#design/button.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { SkeletonRows } from '#design/skeleton-rows.tsx';
import { useApi } from '#shared/api.tsx';
import { codeOf } from '#shared/messages.ts';
import { byState, STATE_LABELS, summaryOf } from '../../finding-states.ts';
import { examineFailed, examineRefused } from '../../messages.ts';
import { type DoctorApi, doctorQuery } from './doctor.queries.ts';
import { FindingRow } from './finding-row.tsx';

/** How the shop stands, for the super admin: what needs action first. */
export function DoctorScreen() {
  const { data, error, isFetching, refetch } = useQuery(doctorQuery(useApi<DoctorApi>()));
  const checkAgain = () => void refetch();
  const failure = codeOf(error) === 'NO_PERMISSION' ? examineRefused : examineFailed;
  return (
    <div className="grid gap-6">
      <PageHeading
        title="Doctor"
        lead={
          data ? (
            <span aria-live="polite">
              {summaryOf(data.findings)} Checked <RelativeTime iso={data.checkedAt} />.
            </span>
          ) : undefined
        }
        actions={
          data ? (
            <Button variant="outline" busy={isFetching} busyLabel="Checking …" onClick={checkAgain}>
              Check again
            </Button>
          ) : undefined
        }
      />
      {error ? (
        <ErrorState title={failure.title} error={error} onRetry={checkAgain} busy={isFetching}>
          {failure.description}
        </ErrorState>
      ) : null}
      {data ? (
        byState(data.findings).map(({ state, findings }) => (
          <section key={state} aria-labelledby={state} className="min-w-0">
            <h2 id={state} className="border-b pb-2 font-display text-2xl">
              {STATE_LABELS[state]}
            </h2>
            <ul>
              {findings.map((finding) => (
                <FindingRow
                  key={finding.what}
                  finding={finding}
                  onCheckAgain={checkAgain}
                  isChecking={isFetching}
                />
              ))}
            </ul>
          </section>
        ))
      ) : error ? null : (
        <SkeletonRows label="Checking the shop" count={8} className="h-20" />
      )}
    </div>
  );
}
