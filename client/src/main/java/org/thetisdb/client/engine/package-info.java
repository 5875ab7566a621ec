/**
 * The client of storage engines (Jones, Dtxn, Figure 2-6): {@link
 * org.thetisdb.client.engine.FragmentClient} for transactions of one round, {@link
 * org.thetisdb.client.engine.EngineTransaction} for those of several.
 */
package org.thetisdb.client.engine;
