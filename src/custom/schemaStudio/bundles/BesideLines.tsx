import Checkbox from '@mui/material/Checkbox';
import type { definitionFileRoutes } from '#contract/config/definitionFiles.ts';
import type { Output } from '#contract/route.ts';
import { type BundleKind, bundleKind, isPartKind } from '#contract/rules/definitions/bundleParts.ts';
import { firstOfList, lowerFirst } from '#contract/rules/text.ts';
import { Tag } from '#ui/components/display/Chips.tsx';
import { countOf } from '../definitionWords.ts';
import { Lines } from './Lines.tsx';

export type PlanLine = Output<typeof definitionFileRoutes.planExport>[number];

export const nameOf = ({ tipo, chave }: { tipo: BundleKind; chave: string }): string => `${tipo}/${chave}`;

interface BesideLinesProps {
  lines: readonly PlanLine[];
  /** Those that the person leaves behind. */
  left: readonly string[];
  onLeave: (names: readonly string[]) => void;
}

/** What goes along because something uses it, what of it may be left behind, and what cannot go. */
export function BesideLines({ lines, left, onLeave }: BesideLinesProps) {
  const beside = lines.filter(({ escolhida, aviso }) => !escolhida || aviso !== '');
  if (beside.length === 0) return null;
  const others = beside.filter(({ escolhida }) => !escolhida).length;
  return (
    <section aria-label="Vai junto">
      {others > 0 && (
        <p style={{ margin: '0 0 4px' }}>
          {countOf(others, 'outro item é usado por eles', 'outros itens são usados por eles')}:
        </p>
      )}
      <Lines>
        {groupsOf(beside).map((group) => (
          <Group key={nameOf(group[0])} lines={group} left={left} onLeave={onLeave} />
        ))}
      </Lines>
    </section>
  );
}

type Joined = readonly [PlanLine, ...PlanLine[]];

/** More rows of one noun than these are one line, such as the reasons of a type. */
const MOST_ALONE = 5;

/** Each by itself, but many rows of one noun together, at the place of the first. */
function groupsOf(lines: readonly PlanLine[]): Joined[] {
  const alike = (line: PlanLine) => lines.filter((one) => one.tipo === line.tipo && isJoined(one));
  return lines.flatMap((line): Joined[] => {
    const [first, ...more] = isJoined(line) ? alike(line) : [];
    if (!first || more.length < MOST_ALONE) return [[line]];
    return first === line ? [[first, ...more]] : [];
  });
}

const isJoined = ({ tipo, escolhida, levada }: PlanLine): boolean => isPartKind(tipo) && !escolhida && levada;

interface GroupProps extends Pick<BesideLinesProps, 'left' | 'onLeave'> {
  lines: Joined;
}

function Group({ lines, left, onLeave }: GroupProps) {
  const [line] = lines;
  const { singular, plural } = bundleKind(line.tipo);
  const names = lines.map(nameOf);
  const isMany = lines.length > 1;
  const title = isMany ? `${lines.length} ${lowerFirst(plural)}` : line.titulo;
  const isLeft = names.every((name) => left.includes(name));
  const users = [...new Set(lines.flatMap(({ usadaPor }) => usadaPor))];
  return (
    <li>
      {!line.escolhida && (
        <Checkbox
          checked={line.levada && !isLeft}
          disabled={!line.levada}
          onChange={({ target }) => {
            const others = left.filter((name) => !names.includes(name));
            onLeave(target.checked ? others : [...others, ...names]);
          }}
          slotProps={{ input: { 'aria-label': `Levar junto ${title}` } }}
        />
      )}
      <div>
        <strong>{title}</strong>
        <span className="second">
          {isMany
            ? firstOfList(
                lines.map(({ titulo }) => titulo),
                4,
              )
            : [singular, ...(users.length > 0 ? [`usado por ${firstOfList(users, 3)}`] : [])].join(' · ')}
        </span>
        {line.levada && line.aviso && <p style={{ margin: '2px 0 0', fontSize: 13 }}>{line.aviso}</p>}
      </div>
      <Whether line={line} left={isLeft} />
    </li>
  );
}

function Whether({ line: { escolhida, levada, aviso }, left }: { line: PlanLine; left: boolean }) {
  const [tone, text] = !levada
    ? ['aviso', aviso || 'Fica']
    : left
      ? ['secundaria', 'Fica']
      : ['sucesso', escolhida ? 'Vai' : 'Vai junto'];
  return (
    <Tag tone={tone}>
      <span>{text}</span>
    </Tag>
  );
}
