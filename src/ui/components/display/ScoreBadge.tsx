import { Tag } from './Tag.ts';

/** Above it an article is shown green, otherwise red (document 000, section 9). */
const GOOD_SCORE = 50;

/** How well an article fits, as 0 to 100. */
export const ScoreBadge = ({ score }: { score: number }) => (
  <Tag
    tone={score > GOOD_SCORE ? 'sucesso' : 'perigo'}
    title={`Relevância: ${score}%`}
    style={{ flex: 'none', justifyContent: 'center', minWidth: 42, padding: '0 6px' }}
  >
    {score}%
  </Tag>
);
