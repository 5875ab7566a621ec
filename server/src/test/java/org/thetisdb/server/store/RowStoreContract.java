package org.thetisdb.server.store;

/** All that a row store promises. An engine's test class implements it and supplies the engine. */
interface RowStoreContract
    extends ReadContract,
        CollectContract,
        RemoveContract,
        ThomasContract,
        DeltaContract,
        LongChainContract,
        ScanContract,
        MemoryContract,
        ThreadsContract {}
