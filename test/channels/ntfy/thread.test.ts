import { describeThreads } from '../support/describe-threads.ts';
import { thread } from './thread-provider.ts';

describeThreads('ntfy', thread);
