package org.thetisdb.core.time;

/**
 * A task of several steps, each of which may run user code and so may lose its thread (see {@link
 * GuardedRunner}). It counts a step as taken <em>before</em> taking it; when the thread is lost,
 * the event loop runs the task again, and {@link #run} goes on with the steps that are left.
 */
public interface ResumableTask extends Runnable {}
