import { useParams } from 'react-router-dom';

/** The number that a record's address names; null where it is any other word, and leads nowhere. */
export function useRecordId(): number | null {
  const { id = '' } = useParams();
  return /^\d{1,9}$/.test(id) ? Number(id) : null;
}
