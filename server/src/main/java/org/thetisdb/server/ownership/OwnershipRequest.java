package org.thetisdb.server.ownership;

import java.util.function.Consumer;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.Connection;
import org.thetisdb.server.ownership.TemporaryOwnership.Ownership;

/**
 * What a router wants of a lost site: that it lends all that it masters, or only gives back what
 * was lent to it.
 *
 * @param router that wants it
 * @param lender the lost site
 * @param phase of the temporary ownership, or from which on there is none; phases rise
 * @param ownership what it lends; null if it lends nothing
 * @param whenDone hears what the failover successor has when the log has it
 */
public record OwnershipRequest(
    Connection router,
    int lender,
    long phase,
    Ownership ownership,
    Consumer<VersionVector> whenDone) {}
