import { useQuery } from '@tanstack/react-query';
import {
  type Business,
  chooseBusiness,
  currentBusiness,
  offeredBusinesses,
} from '../../dataProvider/business.ts';
import { pageExit } from '../../dataProvider/leave.ts';

interface Businesses {
  /** Empty until they are known; one alone is no choice. */
  offered: Business[];
  current: Business;
  choose: (business: Business) => void;
}

/** The businesses of this installation, and the one at work. */
export function useBusinesses(): Businesses {
  const { data } = useQuery({
    queryKey: ['negocios'],
    queryFn: offeredBusinesses,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
  const { API_URL } = currentBusiness();
  const offered = data ?? [];
  return {
    offered,
    current: offered.find((each) => each.API_URL === API_URL) ?? currentBusiness(),
    choose: switchTo,
  };
}

/** A fresh page: nothing of the business before stays in memory. Its session goes on, and is met again on the way back. */
function switchTo(business: Business) {
  chooseBusiness(business);
  pageExit.leave('/home');
}
