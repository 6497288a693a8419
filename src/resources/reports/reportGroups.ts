import { foldedText } from '../../../contract/rules/foldedText.ts';
import type { ReportCard } from '../../../contract/sac/reports.ts';

export interface ReportGroup {
  title: string;
  cards: ReportCard[];
}

const MOST_RECENT = 4;
const RECENT = 'Usados há pouco';

/** The cards under their groups; those that the person used last come first, as a group of their own. */
export function reportGroups(cards: readonly ReportCard[], recentIds: readonly string[]): ReportGroup[] {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const recent = [...new Set(recentIds)].flatMap((id) => byId.get(id) ?? []).slice(0, MOST_RECENT);
  const titles = [...new Set(cards.map(({ grupo }) => grupo))].sort((a, b) => a.localeCompare(b, 'pt-BR'));
  const groups = titles.map((title) => ({
    title: title || 'Outros',
    cards: cards
      .filter(({ grupo }) => grupo === title)
      .sort((a, b) => a.titulo.localeCompare(b.titulo, 'pt-BR')),
  }));
  // With few reports the same card twice would only be in the way.
  return recent.length > 0 && cards.length > MOST_RECENT
    ? [{ title: RECENT, cards: recent }, ...groups]
    : groups;
}

/** Cards whose title, description or group holds every word, whatever its case and accents. */
export function foundReports(cards: readonly ReportCard[], term: string): ReportCard[] {
  const words = foldedText(term).split(/\s+/).filter(Boolean);
  return cards.filter(({ titulo, descricao, grupo }) => {
    const text = foldedText(`${titulo} ${descricao} ${grupo}`);
    return words.every((word) => text.includes(word));
  });
}
