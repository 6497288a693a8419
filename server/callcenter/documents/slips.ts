import {
  boletoBarcode,
  type CollectingAccount,
  collectingBanks,
  digitableLine,
  formatDigitableLine,
} from '../../../contract/rules/sales/boleto.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Executor } from '../../db/client.ts';
import type { invoiceTitles } from '../../db/tables/index.ts';

type Title = Pick<
  typeof invoiceTitles.$inferSelect,
  'bankCode' | 'bankNumber' | 'dueOn' | 'amount' | 'paidOn'
>;

export interface Slip {
  barcode: string;
  line: string;
  account: CollectingAccount;
}

/** The accounts by which branches collect; `null` for one whose account nobody set. */
export async function accountsOf(
  db: Executor,
  branchIds: readonly number[],
): Promise<Map<number, CollectingAccount | null>> {
  const ids = [...new Set(branchIds)];
  return new Map(await Promise.all(ids.map(async (id) => [id, await accountOf(db, id)] as const)));
}

export async function accountOf(db: Executor, branchId: number): Promise<CollectingAccount | null> {
  const { boletoAgencia, boletoConta, boletoCarteira } = await serviceParameters(db, branchId);
  if (!boletoAgencia || !boletoConta || !boletoCarteira) return null;
  return { agency: boletoAgencia, account: boletoConta, portfolio: boletoCarteira };
}

/** Barcode and typed line of a title; `null` for one that is paid, or that the console cannot collect. */
export function slipOf(title: Title, account: CollectingAccount | null | undefined): Slip | null {
  const bank = collectingBanks[title.bankCode];
  if (title.paidOn !== null || !bank || !account || !/^\d+$/.test(title.bankNumber)) return null;
  const barcode = boletoBarcode({
    bank: title.bankCode,
    dueOn: title.dueOn,
    amount: title.amount,
    freeField: bank.freeField(title.bankNumber, account),
  });
  return { barcode, line: formatDigitableLine(digitableLine(barcode)), account };
}
