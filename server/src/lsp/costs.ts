// Answers cuteLens/costs: the tables of the Costs view, with ranges of the source.
import { locationOf } from "../convert/document-map.ts";
import { gpuOf } from "../features/costs/kernel-lens.ts";
import { costTables } from "../features/costs/table.ts";
import type { CostsParams, CostsResult } from "../protocol/requests.ts";
import { subjectOf } from "./requests.ts";
import type { Session } from "./server.ts";

export async function costs(session: Session, { uri }: CostsParams): Promise<CostsResult> {
  const subject = await subjectOf(session, uri);
  if (subject === undefined) return { kernels: [] };
  const { map, settings } = subject.analysis;
  const tables = costTables(subject.analysis.index(), gpuOf(settings));
  return {
    kernels: tables.map(({ place, rows, ...kernel }) => ({
      ...kernel,
      ...(place === undefined ? { uri } : locationOf(map, place)),
      rows: rows.map(({ place: at, ...row }) => ({ ...row, ...locationOf(map, at) })),
    })),
  };
}
