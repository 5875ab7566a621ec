/**
 * What a store implements that becomes partitions of a cluster: a {@link
 * org.thetisdb.dtxn.StorageEngine}. The artifact is {@code thetis-dtxn}, in Maven's scope {@code
 * provided}: the cluster has these classes, and refuses a jar that holds them.
 */
package org.thetisdb.dtxn;
