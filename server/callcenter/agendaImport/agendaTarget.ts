import { allows } from '../../../contract/permissions.ts';
import { type AgendaImportKey, agendaImportTypes } from '../../../contract/records/agendaImportTypes.ts';
import type { GuardedImportType } from '../../../contract/records/importType.ts';
import type { RecordData } from '../../../contract/records/recordField.ts';
import { EXTERNAL_CODES } from '../../../contract/records/recordType.ts';
import {
  type AgendaColumn,
  agendaKey,
  type RawAgendaLine,
} from '../../../contract/rules/agendas/agendaLine.ts';
import type { User } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { plainTexts } from '../../plainText.ts';
import type { RecordContext } from '../../records/mapping.ts';
import type { RowResult } from '../../records/pendingRow.ts';
import { leadsAgendas } from '../../session/scope.ts';
import { type GivenAgenda, saveAgendas } from './saveAgendas.ts';

/** Agendas as what the lines of a file become. */
export function agendaTarget(key: AgendaImportKey) {
  const type: GuardedImportType = agendaImportTypes[key];
  const options = { withCollaborator: key === 'agendas-equipe' };
  return {
    type,
    // A service key has no agendas of its own, and a role may carry the permission without leading.
    may: (user: User) =>
      user.recordVerbs === undefined &&
      allows(user.grants, type.permissoes.importar) &&
      (!options.withCollaborator || leadsAgendas(user)),
    keyOf: (dados: RecordData) => {
      const read = readData(type, dados);
      return 'given' in read ? agendaKey(read.given.line, options) : null;
    },
    async save(tx: Tx, ctx: RecordContext, lines: readonly RecordData[], { dryRun }: { dryRun: boolean }) {
      const read = lines.map((dados) => readData(type, dados));
      const sound = read.flatMap((each) => ('given' in each ? [each.given] : []));
      const text = 'Agenda importada de planilha';
      const saved = (await saveAgendas(tx, ctx, sound, { ...options, dryRun, text })).values();
      return read.map(
        (each): RowResult =>
          'given' in each
            ? (saved.next().value ?? { resultado: 'recusado', erros: {} })
            : { resultado: 'recusado', erros: each.errors },
      );
    },
  };
}

type ReadData = { given: GivenAgenda } | { errors: Record<string, string> };

/** A file of objects may hold anything: what is neither text nor number is no agenda's. */
function readData({ campos }: GuardedImportType, dados: RecordData): ReadData {
  const line: RawAgendaLine = {};
  const errors: Record<string, string> = {};
  for (const [key, value] of Object.entries(dados)) {
    if (key === EXTERNAL_CODES || value === null || value === undefined) continue;
    if (!Object.hasOwn(campos, key)) errors[''] = `O campo ${key} não é desta importação.`;
    else if (typeof value === 'string' || typeof value === 'number')
      line[key as AgendaColumn] = plainTexts(String(value));
    else errors[key] = 'Este valor não pode ser gravado.';
  }
  if (Object.keys(errors).length > 0) return { errors };
  return { given: { line, externalId: codeOf(dados[EXTERNAL_CODES]) } };
}

const LONGEST_CODE = 80;

function codeOf(codes: unknown): string | null {
  const code = typeof codes === 'object' && codes !== null ? (codes as { erp?: unknown }).erp : null;
  return typeof code === 'string' && code !== '' ? plainTexts(code).slice(0, LONGEST_CODE) : null;
}
