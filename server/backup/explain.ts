import { explainStart } from '../explainStart.ts';
import { BackupRefusal } from './archiveFormat.ts';

/** Explains why a backup or a restore failed, and what to do. */
export function explainBackup(error: unknown): string {
  if (error instanceof BackupRefusal) return error.message;
  const {
    code,
    message = '',
    table,
    constraint,
  } = error as NodeJS.ErrnoException & {
    table?: string;
    constraint?: string;
  };
  const known = KNOWN[code ?? ''];
  if (known) return known;
  if (code?.startsWith('23'))
    return `A cópia não é coerente em si e nada foi mudado: a regra ${constraint ?? message} da tabela ${table ?? ''} não vale nela.`;
  if (code === '22P04' || code?.startsWith('22'))
    return 'O arquivo foi alterado ou está danificado, e nada foi mudado.';
  return explainStart(error);
}

const NOTHING_CHANGED = 'Nada foi mudado no banco.';
const KNOWN: Readonly<Record<string, string>> = {
  ENOSPC: 'O disco está cheio. Libere espaço e repita; nenhum arquivo pela metade ficou.',
  EDQUOT: 'A cota de disco acabou. Libere espaço e repita; nenhum arquivo pela metade ficou.',
  EFBIG: 'O arquivo seria maior do que este disco ou usuário permite. Nenhum arquivo pela metade ficou.',
  EACCES: 'Falta permissão na pasta da cópia ou em DATA_DIR.',
  EROFS: 'O disco da cópia só permite leitura.',
  '53100': `O disco do banco de dados está cheio. ${NOTHING_CHANGED}`,
  '53200': `O banco de dados ficou sem memória para as travas da restauração: aumente max_locks_per_transaction. ${NOTHING_CHANGED}`,
  '57P01': `O servidor de banco de dados foi parado. ${NOTHING_CHANGED}`,
};
