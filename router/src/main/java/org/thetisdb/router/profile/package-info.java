/**
 * What the clients of a cluster do at present: a sample of the calls that the router sends, for
 * people and for {@code thetis admin advise}, taken only while somebody asks for it; and which
 * tables calls of several masters touch, for what chooses where copies are kept. Depends on {@code
 * routing}.
 */
package org.thetisdb.router.profile;
