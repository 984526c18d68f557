import { api } from "@saha/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryOf } from "../../../api.ts";
import { CardsSkeleton, ErrorState } from "../../../ui/state/state.tsx";
import { DayBars } from "./day-bars.tsx";
import { Entered } from "./entered.tsx";
import style from "./figures.module.css";
import { QueueBars } from "./queue-bars.tsx";
import { RefusalBars } from "./refusal-bars.tsx";
import { Registrations } from "./registrations.tsx";
import { ScanPlot } from "./scan-plot.tsx";
import { TopScores } from "./top-scores.tsx";

const renewedEveryMs = 5_000;

/** Asks for the figures again and again while the page is seen; whoever shares the answer is drawn anew with it. */
export function useFigures() {
  return useQuery({
    ...queryOf(api.figures.get),
    refetchInterval: renewedEveryMs,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/**
 * What an organiser asks at a glance: one large number, one plot, then ledgers, each leading to its table (rules §2).
 */
export function FiguresOfToday() {
  const { data, error, refetch } = useFigures();
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <CardsSkeleton cards={4} height={220} shape="line" />;
  return (
    <div className={style.grid}>
      <Entered {...data} />
      <ScanPlot scans={data.scans} day={data.day} />
      <QueueBars queues={data.queues} />
      <DayBars days={data.days} />
      <RefusalBars refusals={data.refusals} day={data.day} />
      <Registrations registrations={data.registrations} day={data.day} />
      <TopScores top={data.top} />
    </div>
  );
}
