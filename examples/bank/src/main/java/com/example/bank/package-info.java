/** A procedure that pays from one account to another. */
package com.example.bank;
