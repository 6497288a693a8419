import Avatar from '@mui/material/Avatar';
import { styled, useTheme } from '@mui/material/styles';
import { type CatalogRow, rowOf } from '#contract/catalogs/catalog.ts';
import { customerLegend } from '#contract/catalogs/customers.ts';
import { initials } from '#contract/rules/person.ts';
import { toneColors } from '../../theme/theme.tsx';
import { useWords } from '../../words.ts';
import { Hint } from '../Hint.tsx';
import { CatalogIcon } from './CatalogIcon.tsx';

/** The tinted background of chips and badges. */
export const Tag = styled('span', { shouldForwardProp: (prop) => prop !== 'tone' })<{ tone: string }>(
  ({ theme, tone }) => {
    const { soft, text } = toneColors(theme, tone);
    return {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 4,
      maxWidth: '100%',
      height: 22,
      padding: '0 8px 0 6px',
      borderRadius: 6,
      verticalAlign: 'middle',
      fontSize: 12,
      fontWeight: 500,
      whiteSpace: 'nowrap',
      color: text,
      backgroundColor: soft,
      '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
    };
  },
);

interface StatusChipProps {
  value: string;
  catalog: readonly CatalogRow[];
  /** Replaces the row's label. */
  label?: string;
}

/** A catalogue row's colour, icon and label; an unknown value gets a question mark icon and the raw value. */
export const StatusChip = ({ value, catalog, label }: StatusChipProps) => {
  useWords();
  const row = rowOf(catalog, value);
  return (
    <Tag tone={row.color} data-value={value}>
      <CatalogIcon name={row.icon} size={14} />
      <span>{label ?? row.label}</span>
    </Tag>
  );
};

/** Articles scoring above this are shown in green, others in red (document 000, section 9). */
const GOOD_SCORE = 50;

/** An article's relevance, from 0 to 100. */
export const ScoreBadge = ({ score }: { score: number }) => (
  <Tag
    tone={score > GOOD_SCORE ? 'sucesso' : 'perigo'}
    title={`Relevância: ${score}%`}
    style={{ flex: 'none', justifyContent: 'center', minWidth: 42, padding: '0 6px' }}
  >
    {score}%
  </Tag>
);

interface LegendBadgesProps {
  /** Codes as sent by the server: 'P', 'BD', '30'. */
  codes: readonly string[];
  /** Replaces the text of BD (document 000, section 9). */
  blockReason?: string | null;
  /** In a row of a table, but not on its card: the gravest whole, and how many there are beside it. */
  oneLine?: boolean;
}

/** A customer's badges, in words: a code says nothing to who has not learned it. */
export function LegendBadges({ codes, blockReason, oneLine = false }: LegendBadgesProps) {
  const toneOf = (code: string) => rowOf(customerLegend, code).color;
  const shown = [...codes].sort((a, b) => gravity(toneOf(b)) - gravity(toneOf(a)));
  const others = shown.slice(1).map((code) => meaningOf(code, blockReason));
  const told = others.join(', ');
  return (
    <span className={oneLine ? 'badges' : undefined} style={LINES}>
      {shown.map((code) => {
        const meaning = meaningOf(code, blockReason);
        return (
          <Hint key={code} text={meaning}>
            <Tag tone={toneOf(code)} style={BADGE}>
              <span>{meaning}</span>
            </Tag>
          </Hint>
        );
      })}
      {oneLine && others.length > 0 && (
        <Hint text={told}>
          <Tag className="more" role="img" aria-label={`Mais: ${told}`} tone="secundaria" style={MORE}>
            +{others.length}
          </Tag>
        </Hint>
      )}
    </span>
  );
}

/** What warns comes first. */
const gravity = (tone: string): number => ['aviso', 'perigo'].indexOf(tone);

const LINES = { display: 'inline-flex', flexWrap: 'wrap', gap: 4, verticalAlign: 'middle' } as const;
const BADGE = { minWidth: 0 } as const;
/** Shown by the row (TableRoot). */
const MORE = { display: 'none', flex: 'none' } as const;

const meaningOf = (code: string, blockReason: string | null | undefined) =>
  code === 'BD' && blockReason ? blockReason : rowOf(customerLegend, code).label;

interface PersonAvatarProps {
  name: string;
  /** Size in pixels. */
  size?: number;
  /** False next to the written name, which a screen reader would otherwise read twice. */
  named?: boolean;
}

/** A person's initials on a background colour that is always the same for the same name. */
export const PersonAvatar = ({ name, size = 28, named = true }: PersonAvatarProps) => {
  const theme = useTheme();
  const { soft, text } = toneColors(theme, `tons.${toneOf(name)}`);
  return (
    <Avatar
      {...(named ? { role: 'img', 'aria-label': name, title: name } : { 'aria-hidden': true })}
      sx={{ width: size, height: size, fontSize: size * 0.42, fontWeight: 600, color: text, bgcolor: soft }}
    >
      {initials(name)}
    </Avatar>
  );
};

const TONES = ['azul', 'indigo', 'ciano', 'turquesa', 'verde', 'ambar', 'laranja', 'rosa', 'violeta'];
const toneOf = (name: string) =>
  TONES[
    [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 0) % TONES.length
  ];
