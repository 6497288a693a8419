import { retentionKinds, retentionStates } from '#contract/catalogs/privacy.ts';
import { RetentionPreview, type RetentionRule } from '#contract/config/people/retention.ts';
import { field } from '#contract/field.ts';
import { formatCount } from '#contract/rules/format.ts';
import { GRACE_DAYS, PREVIEW_CAP } from '#contract/rules/privacy/retention.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { ownToday } from '#data/session.ts';
import { StatusChip } from '#ui/components/display/Chips.tsx';

/** E.g. '24 meses (2 anos)' or 'Para sempre'. */
export function monthsText(meses: number | null): string {
  if (meses === null) return 'Para sempre';
  const months = formatCount(meses, 'mês', 'meses');
  return meses >= 12 && meses % 12 === 0 ? `${months} (${formatCount(meses / 12, 'ano', 'anos')})` : months;
}

const OF_A_TYPE: Readonly<Partial<Record<RetentionRule['tipo'], string>>> = {
  TICKETS: 'Tickets',
  ANEXOS: 'Anexos de tickets',
  REGISTROS: 'Registros',
};

/** The page title; for a ticket type or a company-defined type it includes the kind. */
export const ruleTitle = ({ tipo, nome }: RetentionRule): string =>
  OF_A_TYPE[tipo] ? `${OF_A_TYPE[tipo]}: ${nome}` : nome;

/** Whether the rule is active, and from when; `today` is in the person's time zone. */
export function situationText(rule: RetentionRule, today: string): string {
  const { situacao, agePartir, confirmadaPor } = rule;
  if (situacao === 'PARA_SEMPRE')
    return 'Guardado para sempre: nada acontece. Para anonimizar o que é antigo, dê um prazo, veja a prévia e confirme.';
  if (situacao === 'RASCUNHO')
    return 'Esta regra ainda não age. Veja abaixo o que sairia e, se estiver certo, confirme.';
  if (situacao === 'PAUSADA')
    return 'Pausada: nada sai. Para voltar a agir, veja a prévia e confirme de novo.';
  const day = formatCalendarDate(agePartir ?? '');
  const by = confirmadaPor ? `Confirmada por ${confirmadaPor}.` : '';
  return agePartir !== null && agePartir > today
    ? `Age a partir da madrugada de ${day}. Até lá nada sai, e ainda se pode pausar. ${by}`
    : `Age toda madrugada, das 2 h às 6 h, desde ${day}. ${by}`;
}

/** '1.234 tickets que terminaram antes de 10/03/2021'; an incomplete count is given as a minimum. */
const dueText = ({ tipo }: RetentionRule, { antesDe, completa }: RetentionPreview, count: number) => {
  const { um, muitos, antes } = retentionKinds[tipo];
  const least = completa || count > PREVIEW_CAP || count === 0 ? '' : 'ao menos ';
  return `${least}${formatCount(count, um, muitos, PREVIEW_CAP)} ${antes[count === 1 ? 0 : 1]} ${formatCalendarDate(antesDe)}`;
};

interface PreviewLine {
  label: string;
  text: string;
}

/** The preview in plain sentences, one per line. */
export function previewLines(rule: RetentionRule, preview: RetentionPreview): PreviewLine[] {
  const { sai, comParte, porLei, porLeiAte, emAberto, desde } = preview;
  const { um, muitos } = retentionKinds[rule.tipo];
  const count = (many: number) => formatCount(many, um, muitos, PREVIEW_CAP);
  return [
    {
      label: field(RetentionPreview, 'sai').label,
      text:
        sai === 0
          ? 'Nada, por enquanto.'
          : `${upperFirst(dueText(rule, preview, sai))}${desde ? `. O mais antigo é de ${formatCalendarDate(desde)}` : ''}.`,
    },
    ...(comParte > 0
      ? [
          {
            label: 'Em parte',
            text: `De ${count(comParte)} destas, notas ou tickets que a lei ainda guarda ficam, e saem sozinhos depois do prazo da lei.`,
          },
        ]
      : []),
    ...(porLei > 0
      ? [
          {
            label: 'Fica por lei',
            text: `${count(porLei)}${porLeiAte ? `; o primeiro pode sair depois de ${formatCalendarDate(porLeiAte)}` : ''}.`,
          },
        ]
      : []),
    ...(emAberto > 0
      ? [
          {
            label: 'Não se toca',
            text: `${count(emAberto)} de quem tem ticket aberto, título por pagar ou pedido em andamento.`,
          },
        ]
      : []),
  ];
}

/** The text of the confirmation before a rule becomes active. */
export const confirmText = (rule: RetentionRule, preview: RetentionPreview): string =>
  preview.sai === 0
    ? `Hoje nada sairia. Daqui a ${GRACE_DAYS} dias a regra começa a agir, e toda madrugada anonimiza o que completar ${monthsText(rule.meses)}.`
    : `Daqui a ${GRACE_DAYS} dias, de madrugada, começa a sair o que a prévia mostra: ${dueText(rule, preview, preview.sai)}. Depois, toda madrugada, o que completar ${monthsText(rule.meses)}.`;

/** As long as nothing is removed yet, shows the day on which it starts. */
export const RuleState = ({ situacao, agePartir }: RetentionRule) => (
  <StatusChip
    value={situacao}
    catalog={retentionStates}
    {...(situacao === 'ATIVA' &&
      agePartir !== null &&
      agePartir > ownToday() && { label: `Age a partir de ${formatCalendarDate(agePartir)}` })}
  />
);
