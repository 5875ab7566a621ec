package org.thetisdb.store.contract;

/** All that a row store promises. An engine's test class implements it and supplies the engine. */
public interface RowStoreContract
    extends ReadContract,
        CollectContract,
        RemoveContract,
        ThomasContract,
        DeltaContract,
        LongChainContract,
        ScanContract,
        MemoryContract,
        ThreadsContract {}
