package org.thetisdb.server.store;

/** The engine on Chronicle Map keeps the contract. */
class ChronicleRowStoreTest implements RowStoreContract {
  @Override
  public RowStore open(StoreConfig config) {
    return new ChronicleRowStore(config);
  }
}
