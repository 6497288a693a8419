import { useParams } from 'react-router-dom';

/** The record number in the address; null if the segment is anything else, which is an invalid path. */
export function useRecordId(): number | null {
  const { id = '' } = useParams();
  return /^\d{1,9}$/.test(id) ? Number(id) : null;
}
