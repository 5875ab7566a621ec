/**
 * The connections to the sites: which sites there are, what was asked of each and not answered yet,
 * which is the failover successor of one that is lost, and the cuts that all of them get. It knows
 * nothing of calls or moves: what was sent hears the answer as an {@link
 * org.thetisdb.router.site.Attempt} or an {@link org.thetisdb.router.site.AnswerListener}. Depends
 * on {@code config}.
 */
package org.thetisdb.router.site;
