import { isValueOf, rowOf } from '../../catalogs/catalog.ts';
import { iconNames } from '../../catalogs/iconNames.ts';
import { orderStatus } from '../../catalogs/orderStatus.ts';
import { paletteKeys } from '../../catalogs/paletteKeys.ts';

/** What is wrong with a company's own statuses, as one sentence; `null` when they may be stored. */
export function statusesProblem(value: unknown, longest: number): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'Preencha os campos.';
  for (const [status, told] of Object.entries(value)) {
    if (!isValueOf(orderStatus, status)) return `A situação "${status.slice(0, 40)}" não existe.`;
    const problem = statusProblem(told, longest);
    if (problem) return `${rowOf(orderStatus, status).label}: ${problem}`;
  }
  return null;
}

function statusProblem(told: unknown, longest: number): string | null {
  const parts: unknown = typeof told === 'string' ? { rotulo: told } : told;
  if (typeof parts !== 'object' || parts === null || Array.isArray(parts))
    return 'informe nome, cor e ícone.';
  for (const [part, given] of Object.entries(parts)) {
    const problem = partProblem(part, given, longest);
    if (problem) return problem;
  }
  return null;
}

function partProblem(part: string, given: unknown, longest: number): string | null {
  switch (part) {
    case 'rotulo':
      return typeof given === 'string' && given.length <= longest
        ? null
        : `escreva um nome de até ${longest} caracteres.`;
    case 'cor':
      return paletteKeys.some((key) => key === given) ? null : 'escolha uma cor da lista.';
    case 'icone':
      return iconNames.some((name) => name === given) ? null : 'escolha um ícone da lista.';
    default:
      return `o campo "${part.slice(0, 40)}" não existe.`;
  }
}
