import { isOutage } from './databaseFailure.ts';
import { SettingsError } from './settings.ts';

/** Why the console did not start, and what to do about it, one sentence per line. Unforeseen errors come with their stack. */
export function explainStart(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  const known = KNOWN[code ?? ''];
  if (known) return known;
  if (isOutage(error)) return BUSY;
  // Our own errors are already sentences; a system error has a code.
  return code === undefined && error.constructor === Error ? error.message : String(error.stack);
}

const CHECK_URL = 'Confira DATABASE_URL, ou retire-a para usar o PostgreSQL embutido.';
const BUSY =
  'O banco de dados não respondeu a tempo. Se a máquina está ocupada, inicie de novo em um instante. Se continuar, confira DATABASE_URL, ou retire-a para usar o PostgreSQL embutido.';
const KNOWN: Readonly<Record<string, string>> = {
  EADDRINUSE:
    'A porta já está em uso. Pare o outro programa, ou escolha outra com PORT, por exemplo PORT=3001.',
  EADDRNOTAVAIL: 'Esta máquina não tem o endereço de HOST. Use 127.0.0.1, ou 0.0.0.0 para todos.',
  EACCES: 'Falta permissão: confira o dono da pasta de DATA_DIR, e use em PORT uma porta acima de 1023.',
  ENOSPC: 'O disco está cheio. Libere espaço na pasta de DATA_DIR e inicie de novo.',
  '53100': 'O disco do banco de dados está cheio. Libere espaço nele e inicie de novo.',
  ECONNREFUSED: `O servidor de banco de dados recusou a conexão. ${CHECK_URL}`,
  ENOTFOUND: `O servidor de banco de dados não foi encontrado. ${CHECK_URL}`,
  ETIMEDOUT: `O servidor de banco de dados não respondeu. ${CHECK_URL}`,
  '28P01': `O servidor de banco de dados recusou o usuário ou a senha. ${CHECK_URL}`,
  '28000': `O servidor de banco de dados recusou o usuário. ${CHECK_URL}`,
  '3D000': `O banco de dados não existe no servidor. Crie-o com "create database". ${CHECK_URL}`,
  '42501':
    'Falta permissão no banco de dados: o usuário de DATABASE_URL deve ser o dono do banco, para criar tabelas e extensões.',
};
