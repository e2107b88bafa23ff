import type { ContractRouterClient } from '@orpc/contract';
import { readQuery } from '#shared/read-query.ts';
import type { doctorContract } from '../../contract.ts';

export type DoctorApi = { doctor: ContractRouterClient<typeof doctorContract> };

/** The screen always checks again; the dashboard at most once a minute. */
export const doctorQuery = ({ doctor }: DoctorApi, staleTime = 0) =>
  readQuery(['admin', 'doctor'], (call) => doctor.examine(undefined, call), { staleTime });
